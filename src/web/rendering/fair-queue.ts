// Round-robin by person, however many requests each has queued.
export class FairQueue<T> {
  /** In serving order; none is empty. */
  private readonly queues = new Map<string, T[]>();
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  get askers(): number {
    return this.queues.size;
  }

  sizeOf(asker: string): number {
    return this.queues.get(asker)?.length ?? 0;
  }

  add(asker: string, item: T): void {
    const queue = this.queues.get(asker);
    if (queue) queue.push(item);
    else this.queues.set(asker, [item]);
    this.waiting += 1;
  }

  next(): T | undefined {
    for (const [asker, queue] of this.queues) {
      const item = queue.shift();
      this.queues.delete(asker);
      if (queue.length > 0) this.queues.set(asker, queue);
      this.waiting -= 1;
      return item;
    }
    return undefined;
  }

  /** false: no longer queued. */
  withdraw(asker: string, item: T): boolean {
    const queue = this.queues.get(asker);
    const at = queue?.indexOf(item) ?? -1;
    if (!queue || at === -1) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.queues.delete(asker);
    this.waiting -= 1;
    return true;
  }
}
