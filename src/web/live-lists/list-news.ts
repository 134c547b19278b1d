import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import type { ListedAmong } from '#query-handling/lists/find-listed.js';

export interface ListReader {
  /** In the order of the list, as the viewer sees it now; `isWhole`: there are no more. */
  find(
    limit: number,
    among?: ListedAmong,
  ): Promise<{ readonly records: readonly VisibleRecord[]; readonly isWhole: boolean }>;
}

/** How many records of a screen the page does not show as they are. */
export interface ScreenNews {
  begin(list: ListReader): Promise<number>;
  /** How many, after some records changed. */
  update(changed: readonly string[], list: ListReader): Promise<number>;
}

/** Two pages, so that a record that moves up where another leaves is not taken for a new one. */
const REMEMBERED = 100;
/** Bounds what one connection costs at each change. */
export const MOST_NEW = 50;

/**
 * Records that came to a list. Only what the viewer finds there counts, so that changes of hidden values, and of records
 * that may not be read, make no difference.
 */
export class ListNews implements ScreenNews {
  #known: ReadonlySet<string> = new Set();
  #isWhole = false;
  #entered: ReadonlySet<string> = new Set();

  /** `since`: ISO 8601; when the page was made. */
  constructor(private readonly since: string) {}

  async begin(list: ListReader): Promise<number> {
    this.#entered = new Set(await this.#findSince(list));
    const { records, isWhole } = await list.find(REMEMBERED);
    this.#known = new Set(records.map(({ id }) => id).filter((id) => !this.#entered.has(id)));
    this.#isWhole = isWhole;
    return this.#entered.size;
  }

  async update(changed: readonly string[], list: ListReader): Promise<number> {
    const others = changed.filter((id) => !this.#known.has(id));
    // Most of very many may not be on this list, and must not hide one that is.
    const isMany = this.#entered.size + others.length > REMEMBERED;
    const first = isMany ? await this.#findSince(list) : [];
    const ids = [...new Set([...this.#entered, ...first, ...others])].slice(0, REMEMBERED);
    if (ids.length === 0) return 0;
    const { records } = await list.find(ids.length, { ids });
    this.#entered = new Set(records.filter((record) => this.#isNew(record)).map(({ id }) => id));
    return this.#entered.size;
  }

  async #findSince(list: ListReader): Promise<readonly string[]> {
    const { records } = await list.find(MOST_NEW + 1, { since: this.since });
    return records.map(({ id }) => id);
  }

  #isNew({ id, openedAt, stateSince }: VisibleRecord): boolean {
    return this.#isWhole || this.#entered.has(id) || openedAt > this.since || stateSince > this.since;
  }
}
