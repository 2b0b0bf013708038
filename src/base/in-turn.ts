/** What `work` makes of each item, one after the other: where all at once would take too much memory. */
export async function inTurn<Item, Made>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) made.push(await work(item, index));
  return made;
}
