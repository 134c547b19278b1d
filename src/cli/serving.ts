// What `serve` has opened, and whom it tells.
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Installation } from '../installation/installation.js';

export interface RunningServer {
  /** Where people reach it, for links. */
  readonly site: string;
  /** Where it listens. */
  readonly url: string;
  readonly port: number;
  readonly app: NestExpressApplication;
  readonly installation: Installation;
  close(): Promise<void>;
}

export type TextOutput = (text: string) => void;
