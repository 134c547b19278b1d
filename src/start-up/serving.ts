// What `serve` has opened, and whom it tells.
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ExampleAccess } from '../demo/example-access.js';
import type { LoadingShare } from '../demo/loading-share.js';
import type { Installation } from '../installation/installation.js';

export interface RunningServer {
  /** Where people reach it, for links. */
  readonly site: string;
  /** Where it listens. */
  readonly url: string;
  readonly port: number;
  readonly app: NestExpressApplication;
  readonly installation: Installation;
  readonly examples: ExampleAccess;
  readonly loading: LoadingShare;
  close(): Promise<void>;
}

export type TextOutput = (text: string) => void;
