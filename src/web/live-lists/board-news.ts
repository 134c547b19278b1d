import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { MOST_NEW, type ListReader, type ScreenNews } from './list-news.js';

/**
 * Records that were created, or came to another state, since a board or the map of a process was shown. As for lists,
 * only what the viewer finds there counts.
 */
export class BoardNews implements ScreenNews {
  #moved: ReadonlySet<string> = new Set();

  /** `since`: ISO 8601; when the page was made. */
  constructor(private readonly since: string) {}

  async begin(list: ListReader): Promise<number> {
    const { records } = await list.find(MOST_NEW + 1, { since: this.since });
    return this.#count(records);
  }

  async update(changed: readonly string[], list: ListReader): Promise<number> {
    const ids = [...new Set([...this.#moved, ...changed])];
    if (ids.length === 0) return 0;
    if (ids.length > 2 * MOST_NEW) return this.begin(list);
    const { records } = await list.find(ids.length, { ids });
    return this.#count(
      records.filter(({ openedAt, stateSince }) => openedAt > this.since || stateSince > this.since),
    );
  }

  #count(records: readonly VisibleRecord[]): number {
    this.#moved = new Set(records.map(({ id }) => id));
    return this.#moved.size;
  }
}
