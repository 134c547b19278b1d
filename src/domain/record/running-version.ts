// Which version of its specification a record runs by.

/**
 * The newest that is published: publishing takes every record along. `movedTo`: what the record's own events say; where they are ahead of
 * what this process knows to be the newest, they are right, since no record ever goes back.
 */
export function runningVersion(movedTo: number, newest: number): number {
  return Math.max(movedTo, newest);
}
