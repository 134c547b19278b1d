// Cases of a log are taken over many at once, and a slow one holds up nobody. They begin in groups: what begins together takes
// its first steps together, and so shares look-ups, commits and numbers.

/** Enough to share much; few and small enough to keep memory flat. */
const AT_ONCE = 64;
/** As `size` counts: characters of the log. */
const SIZE_AT_ONCE = 32e6;
/** So many groups are under way at once, or fewer. */
const GROUPS = 4;

interface SizedItem {
  readonly size: number;
}

/**
 * Begins the work on each, in their order, as there is room. Returns when all have ended. Where one fails, or reading them does,
 * no more begin, and what is under way ends first. Throws what failed first.
 */
export async function runInWindow<T extends SizedItem>(
  all: AsyncIterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const window = new Window(work);
  try {
    for await (const group of groupsOf(all)) await window.begin(group);
  } catch (error) {
    window.fail(error);
  }
  await window.ended();
}

async function* groupsOf<T extends SizedItem>(all: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  const group: T[] = [];
  for await (const one of all) {
    if (group.length > 0 && sizeOf(group) + one.size > SIZE_AT_ONCE / GROUPS) yield group.splice(0);
    group.push(one);
    if (group.length >= AT_ONCE / GROUPS) yield group.splice(0);
  }
  if (group.length > 0) yield group;
}

const sizeOf = (group: readonly SizedItem[]): number => group.reduce((sum, { size }) => sum + size, 0);

class Window<T extends SizedItem> {
  private count = 0;
  private size = 0;
  private failure: { readonly error: unknown } | undefined;
  private wake = () => {};

  constructor(private readonly work: (one: T) => Promise<void>) {}

  /** Throws what failed. */
  async begin(group: readonly T[]): Promise<void> {
    while (!this.failure && !this.hasRoomFor(group)) await this.nextEnd();
    if (this.failure) throw this.failure.error;
    for (const one of group) void this.run(one);
  }

  fail(error: unknown): void {
    this.failure ??= { error };
  }

  /** Throws what failed first. */
  async ended(): Promise<void> {
    while (this.count > 0) await this.nextEnd();
    if (this.failure) throw this.failure.error;
  }

  private hasRoomFor(group: readonly T[]): boolean {
    if (this.count === 0) return true;
    return this.count + group.length <= AT_ONCE && this.size + sizeOf(group) <= SIZE_AT_ONCE;
  }

  /** Never rejects. */
  private async run(one: T): Promise<void> {
    this.count++;
    this.size += one.size;
    try {
      await this.work(one);
    } catch (error) {
      this.fail(error);
    } finally {
      this.count--;
      this.size -= one.size;
      this.wake();
    }
  }

  private nextEnd(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}
