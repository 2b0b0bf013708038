/** Looks of the table of processes: away ones are told by a sign and by slanted letters, and not by colour alone. */
export const processStyles = `
.is-away { font-weight: bold; white-space: nowrap; }
.is-away::before { content: "✕ "; content: "✕ " / ""; }
#processes .away :is(th, td):not(.is-away) { font-style: italic; color: var(--soft); }
#processes th { min-width: 7rem; }
@media (max-width: 40rem) {
  #processes th { flex: 1 1 60%; font-weight: bold; }
  #processes td:nth-child(2) { flex: 0 0 auto; }
  #processes .number::before { color: var(--soft); }
  #processes td:nth-child(3)::before { content: "parts "; }
  #processes td:nth-child(4)::before { content: "pages "; }
  #processes td:nth-child(5)::before { content: "per second "; }
  #processes td:nth-child(6)::before { content: "frontier "; }
  #processes td:nth-child(7)::before { content: "in flight "; }
  #processes td:nth-child(8)::before { content: "memory "; }
  #processes td:nth-child(9)::before { content: "sent "; }
  #processes td:nth-child(10)::before { content: "received "; }
  #processes td:nth-child(11)::before { content: "saved "; }
  #processes td:nth-child(12)::before { content: "heard "; }
}
`;
