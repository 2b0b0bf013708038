/**
 * Divides pages among hosts by a power law: each host has one page, and the others are shared out by r^-exponent for
 * the host of rank r.
 *
 * @param hosts 1 .. pages
 * @returns first page of each host, in the order of ranks, and the number of pages; length hosts + 1
 */
export function hostBlocks(pages: number, hosts: number, exponent: number): Uint32Array {
  let total = 0;
  for (let rank = 1; rank <= hosts; rank++) total += rank ** -exponent;
  const firsts = new Uint32Array(hosts + 1);
  let sum = 0;
  for (let rank = 1; rank <= hosts; rank++) {
    sum += rank ** -exponent;
    firsts[rank] = rank + Math.round((sum / total) * (pages - hosts));
  }
  firsts[hosts] = pages;
  return firsts;
}
