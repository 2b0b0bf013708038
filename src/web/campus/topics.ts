/**
 * The topics of a campus, most frequent first: the head word, which titles carry and queries ask for, then words that
 * go with it. No word belongs to two topics. "computer" and "admission" are the topics of Cho et al. 1998, section 7.
 */
export const topics: readonly (readonly string[])[] = [
  "computer software program machine algorithm network compiler workstation parallel memory",
  "physics particle energy quantum accelerator beam detector electron collision plasma",
  "medicine patient clinical hospital surgery disease therapy nurse diagnosis trial",
  "history century war empire medieval revolution colonial monarchy dynasty treaty",
  "engineering design mechanical structure turbine control manufacturing bridge robot alloy",
  "database query transaction schema relation tuple mediator warehouse join integrity",
  "biology cell protein gene species evolution molecular organism membrane enzyme",
  "mathematics theorem proof algebra geometry equation lemma topology manifold integral",
  "library book catalog collection journal manuscript reader loan shelf bibliography",
  "economics market price trade policy inflation labor tax growth finance",
  "admission applicant deadline transcript fee requirement essay interview scholarship enrollment",
  "language grammar syntax dialect phonology translation vocabulary semantics verb speech",
  "music concert orchestra piano composer choir opera melody quartet recital",
  "law court statute constitution attorney contract justice evidence jury appeal",
  "chemistry reaction molecule catalyst polymer solvent synthesis bond acid spectrum",
  "housing residence dormitory apartment dining rent roommate lease laundry kitchen",
  "sports team coach season tournament stadium league swimming rowing score",
  "astronomy telescope galaxy star planet orbit nebula cosmology redshift comet",
  "philosophy ethics logic mind knowledge metaphysics argument reason virtue belief",
  "geology rock fault earthquake mineral sediment volcano basin fossil strata",
  "psychology cognition perception emotion behavior attention child motivation personality bias",
  "politics election party vote congress campaign senate democracy reform ballot",
  "art painting museum sculpture gallery drawing portrait exhibition canvas fresco",
  "travel hiking mountain island photo holiday flight beach map camping",
].map((line) => line.split(" "));

/** Index of the topic whose head word is `word`. */
export const topicNamed = (word: string): number => topics.findIndex(([head]) => head === word);
