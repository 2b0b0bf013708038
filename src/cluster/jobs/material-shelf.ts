import type { Material } from "../../base/crew/crew.js";
import type { JoinedSweep } from "./joined-sweep.js";

/** What the jobs of a worker's sweeps read: fetched once for all threads, and for the next sweep on the same. */
export class MaterialShelf {
  readonly #fetched = new Map<string, Promise<Material | undefined>>();

  /**
   * @param onFetched told once for each that is fetched
   * @returns undefined when the sweep was gone before
   * @throws Error when it cannot be fetched, or is not what was promised
   */
  async of(sweep: JoinedSweep, onFetched: () => void): Promise<Material | undefined> {
    const { digest } = sweep.announcement.material;
    const known = this.#fetched.get(digest);
    if (known) return known;
    const fetching = sweep.fetch();
    this.#fetched.set(digest, fetching);
    const material = await fetching.catch((error) => {
      this.#fetched.delete(digest);
      throw error;
    });
    if (material) onFetched();
    else this.#fetched.delete(digest);
    return material;
  }

  /** Forgets what none of these sweeps reads. */
  keep(sweeps: readonly JoinedSweep[]): void {
    const read = new Set(sweeps.map(({ announcement }) => announcement.material.digest));
    for (const digest of this.#fetched.keys()) if (!read.has(digest)) this.#fetched.delete(digest);
  }
}
