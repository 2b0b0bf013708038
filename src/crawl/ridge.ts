/**
 * Weights w of the ridge regression of y on the columns of x: those with the least sum of (y - x w)^2 / n + penalty *
 * sum of (s w)^2, s the standard deviation of each column, which makes the penalty free of units. Hoerl and Kennard
 * 1970. There is no constant: centre columns and y where one is wanted.
 *
 * @param x n rows of equal length
 * @param penalty lambda, 0 or more; above 0 the weights exist and are unique, but for columns that are 0 throughout: 0
 *
 * Closed form, by Cholesky decomposition. O(n k^2 + k^3) for k columns.
 */
export function ridge(x: readonly Float64Array[], y: ArrayLike<number>, penalty: number): Float64Array {
  const columns = x[0]?.length ?? 0;
  const normal = Array.from({ length: columns }, () => new Float64Array(columns));
  const right = new Float64Array(columns);
  for (let row = 0; row < x.length; row++) {
    for (let i = 0; i < columns; i++) {
      right[i] += (x[row][i] * y[row]) / x.length;
      for (let j = 0; j <= i; j++) normal[i][j] += (x[row][i] * x[row][j]) / x.length;
    }
  }
  const scales = normal.map((each, i) => Math.sqrt(each[i]));
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j <= i; j++) normal[i][j] /= scales[i] * scales[j] || 1;
    right[i] /= scales[i] || 1;
    normal[i][i] = scales[i] > 0 ? 1 + penalty : 1;
  }
  return solved(normal, right).map((weight, i) => weight / (scales[i] || 1));
}

/** Solution z of a z = b for a symmetric positive definite a, of which the lower triangle is read and overwritten. */
function solved(a: readonly Float64Array[], b: Float64Array): Float64Array {
  const size = b.length;
  const z = b.slice();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i][j];
      for (let k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
      a[i][j] = i === j ? Math.sqrt(sum) : sum / a[j][j];
    }
    for (let k = 0; k < i; k++) z[i] -= a[i][k] * z[k];
    z[i] /= a[i][i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) z[i] -= a[k][i] * z[k];
    z[i] /= a[i][i];
  }
  return z;
}
