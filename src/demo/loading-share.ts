// How much of the examples is loaded, for the pages of the same process.
import { Injectable } from '@nestjs/common';

@Injectable()
export class LoadingShare {
  private share: number | undefined;

  /** From 0 to 1; undefined: nothing is being loaded. */
  readonly now = (): number | undefined => this.share;

  readonly reached = (share: number): void => void (this.share = share);

  readonly end = (): void => void (this.share = undefined);
}
