// Groups of cases that begin together share look-ups, commits and numbers.
import { throwUncaught } from '#platform/throw-uncaught.js';

/** Enough to share work, few enough for flat memory. */
const AT_ONCE = 64;
/** Characters, as `size`. */
const SIZE_AT_ONCE = 32e6;
const GROUPS = 4;

interface SizedItem {
  readonly size: number;
}

/** In order. After a failure nothing more starts; rejects once all have ended. */
export async function runWithBoundedConcurrency<T extends SizedItem>(
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

  async begin(group: readonly T[]): Promise<void> {
    while (!this.failure && !this.hasRoomFor(group)) await this.nextEnd();
    if (this.failure) throw this.failure.error;
    for (const one of group) this.run(one).catch(throwUncaught);
  }

  fail(error: unknown): void {
    this.failure ??= { error };
  }

  async ended(): Promise<void> {
    while (this.count > 0) await this.nextEnd();
    if (this.failure) throw this.failure.error;
  }

  private hasRoomFor(group: readonly T[]): boolean {
    if (this.count === 0) return true;
    return this.count + group.length <= AT_ONCE && this.size + sizeOf(group) <= SIZE_AT_ONCE;
  }

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
