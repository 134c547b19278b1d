import { Injectable } from '@nestjs/common';

@Injectable()
export class ExampleLoadingProgress {
  private share: number | undefined;

  /** 0 to 1; undefined: nothing is loading. */
  readonly getShare = (): number | undefined => this.share;

  readonly setShare = (share: number): void => void (this.share = share);

  readonly finish = (): void => void (this.share = undefined);
}
