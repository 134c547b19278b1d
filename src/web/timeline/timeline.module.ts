// The audit timeline and single events.
import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.js';

@Module({ controllers: [TimelineController] })
export class TimelineModule {}
