// How many large answers one person has under way: each looks at every record there is, or at every field and action.
import { Injectable } from '@nestjs/common';
import { refused } from '../built-in.js';

const MOST_OF_ONE = 2;

@Injectable()
export class Downloads {
  private readonly underWay = new Map<string, number>();

  /** Runs it. Throws `Refused` TOO_MANY_DOWNLOADS to whoever has so many under way. */
  async of<T>(person: string, run: () => Promise<T>): Promise<T> {
    const others = this.underWay.get(person) ?? 0;
    if (others >= MOST_OF_ONE) throw refused('TOO_MANY_DOWNLOADS', { most: MOST_OF_ONE });
    this.underWay.set(person, others + 1);
    try {
      return await run();
    } finally {
      const left = this.underWay.get(person)! - 1;
      if (left === 0) this.underWay.delete(person);
      else this.underWay.set(person, left);
    }
  }
}
