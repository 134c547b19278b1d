import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { Environment } from '#command-handling/calls/outgoing-messages.js';
import type { MailSettings } from './mail-sender.js';

export interface OutboxOptions {
  readonly settings: MailSettings & { readonly allow: readonly string[] };
  /** Resolves once calls may be sent. */
  whenReady?(): Promise<unknown>;
  /** The one private origin that calls may reach without permission. */
  exempt?(): string | undefined;
  /** Secrets of calls. */
  environment?(): Environment;
  /** Number of calls suppressed because the log is new here. */
  onSuppressed?(count: number): void;
}

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN: OUTBOX_OPTIONS } =
  new ConfigurableModuleBuilder<OutboxOptions>().build();
