/** A channel whose values are pixels between two ends, of a drawing that says itself where each part stands. */
export const inPixels = (field: string, domain: readonly number[]) => ({
  field,
  type: "quantitative",
  axis: null,
  scale: { domain, nice: false, zero: false },
});

/** A channel whose values are drawn as they are: the colour that a field holds. */
export const asItIs = (field: string) => ({ field, type: "nominal", scale: null, legend: null });
