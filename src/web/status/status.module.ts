import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { ProjectionsController } from './projections.controller.js';
import { StatusController } from './status.controller.js';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, ProjectionsController, StatusController],
})
export class StatusModule {}
