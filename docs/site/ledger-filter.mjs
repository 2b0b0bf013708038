/** The page of the ledger with fields by which its claims are chosen. Without its script, which it holds, it stands whole. */
export const withFilter = (html) =>
  html.replace(
    /<h2/,
    `<form id="ledger-filter" class="filter" hidden>
<label>Paper <select name="paper"><option value="">all</option></select></label>
<label>Web <select name="web"><option value="">all</option></select></label>
<label>Verdict <select name="verdict"><option value="">all</option></select></label>
<label>Words <input type="search" name="words" autocomplete="off"></label>
<button type="reset">Show all</button>
<p id="ledger-count" role="status"></p>
</form>
<script type="module">(${filter})(document);</script>
$&`,
  );

/** Runs in the browser: it uses nothing but its argument, since its source text is what the browser is sent. */
function filter(document) {
  const form = document.getElementById("ledger-filter");
  const line = /^\S+ (agrees|mixed|no difference|disagrees|cannot be tested): (.*)$/;
  const websOf = (text) => text.split(", ").map((web) => web.replace(/ \(.*/, ""));
  const claims = [];
  let [paper, heading] = [];
  for (const element of form.parentElement.children) {
    if (element.tagName === "H2") paper = element;
    if (element.tagName === "H3") heading = element;
    if (element.tagName !== "UL") continue;
    for (const item of element.children) {
      const verdicts = item.textContent
        .split("\n")
        .map((each) => line.exec(each.trim()))
        .filter(Boolean)
        .flatMap(([, verdict, webs]) => websOf(webs).map((web) => ({ verdict, web })));
      const about = { paper: paper.textContent, experiment: heading?.textContent ?? "" };
      const words = `${about.experiment} ${item.textContent}`.toLowerCase();
      if (verdicts.length > 0) claims.push({ item, list: element, heading, section: paper, about, words, verdicts });
    }
  }
  const all = claims.flatMap(({ verdicts }) => verdicts);
  const offer = (name, values) => {
    for (const value of [...new Set(values)]) form.elements[name].append(new Option(value));
  };
  offer(
    "paper",
    claims.map(({ about }) => about.paper),
  );
  offer("web", all.map(({ web }) => web).sort());
  offer(
    "verdict",
    all.map(({ verdict }) => verdict),
  );

  const choose = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
    const isWanted = (name, value) => wanted[name] === "" || wanted[name] === value;
    const shown = claims.map(({ item, about, words: said, verdicts }) => {
      const isMeant = isWanted("paper", about.paper) && words.every((word) => said.includes(word));
      const found = isMeant
        ? verdicts.filter(({ web, verdict }) => isWanted("web", web) && isWanted("verdict", verdict)).length
        : 0;
      item.hidden = found === 0;
      return found;
    });
    for (const part of ["list", "heading"])
      for (const element of new Set(claims.map((claim) => claim[part])))
        if (element) element.hidden = claims.every((claim) => claim[part] !== element || claim.item.hidden);
    for (const section of new Set(claims.map((claim) => claim.section))) {
      const isEmpty = claims.every((claim) => claim.section !== section || claim.item.hidden);
      for (let next = section; next && (next === section || next.tagName !== "H2"); next = next.nextElementSibling)
        if (["H2", "P"].includes(next.tagName) || next.className.includes("map")) next.hidden = isEmpty;
    }
    const counted = (value) => value.toLocaleString("en");
    const sum = shown.reduce((so, each) => so + each, 0);
    const some = shown.filter(Boolean).length;
    document.getElementById("ledger-count").textContent =
      `${counted(some)} of ${counted(claims.length)} claims ${some === 1 ? "is" : "are"} shown, with ${counted(sum)} of ${counted(all.length)} verdicts.`;
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", choose);
  form.addEventListener("reset", () => setTimeout(choose));
  choose();
}
