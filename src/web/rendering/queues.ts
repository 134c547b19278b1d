// A queue for everybody who asks, served in turn: who asks for a hundred does not keep the other one waiting for a hundred.
export class Queues<T> {
  /** In the order in which they are served. None is empty. */
  private readonly queues = new Map<string, T[]>();

  add(asker: string, item: T): void {
    const queue = this.queues.get(asker);
    if (queue) queue.push(item);
    else this.queues.set(asker, [item]);
  }

  next(): T | undefined {
    for (const [asker, queue] of this.queues) {
      const item = queue.shift();
      this.queues.delete(asker);
      if (queue.length > 0) this.queues.set(asker, queue);
      return item;
    }
    return undefined;
  }
}
