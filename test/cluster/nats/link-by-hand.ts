/** A link that stands until it is told otherwise, and who waits for a change of it. */
export function linkByHand() {
  const calls = new Set<() => void>();
  const onChange = (call: () => void) => {
    calls.add(call);
    return () => calls.delete(call);
  };
  return { link: { connected: true, closed: false, onChange }, calls };
}
