import { Module } from '@nestjs/common';
import { ScheduledController } from './scheduled.controller.js';

@Module({ controllers: [ScheduledController] })
export class ScheduledModule {}
