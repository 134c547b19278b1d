import { ConfigurableModuleBuilder } from '@nestjs/common';

export interface TimersOptions {
  /** Resolves once timers may fire. true: the log holds a past, such as the examples', whose due timers are suppressed. */
  whenReady?(): Promise<boolean>;
  /** `records`: number suppressed because the log is new here, or holds a past. */
  onSuppressed?(records: number, isPast: boolean): void;
}

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN: TIMERS_OPTIONS } =
  new ConfigurableModuleBuilder<TimersOptions>().build();
