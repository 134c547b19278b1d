import { Inject, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { INSTALLATION_TOKEN } from '#installation/ports.module.js';
import { observeGauges } from '#platform/telemetry/instruments.js';
import { INSTALLATION_GAUGES, PROCESS_GAUGES } from './gauges.js';
import { shareMeasurement } from './share-measurement.js';
import { measureInstallation, type MeasuredInstallation } from './measure-installation.js';
import { createProcessMeter } from './measure-process.js';

/** Only where metrics are exported; the SDK is started before, see server.ts. */
@Module({})
export class TelemetryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stops: readonly (() => void)[] = [];

  constructor(@Inject(INSTALLATION_TOKEN) private readonly installation: MeasuredInstallation) {}

  onApplicationBootstrap(): void {
    const process = createProcessMeter();
    this.stops = [
      observeGauges(PROCESS_GAUGES, async (observe) => process.measure(observe)),
      process.stop,
      observeGauges(
        INSTALLATION_GAUGES,
        shareMeasurement(async (observe) => measureInstallation(this.installation, observe)),
      ),
    ];
  }

  beforeApplicationShutdown(): void {
    this.stops.forEach((stop) => stop());
  }
}
