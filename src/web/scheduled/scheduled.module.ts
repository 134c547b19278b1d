// What happens by itself, as pages and API list it.
import { Module } from '@nestjs/common';
import { ScheduledController } from './scheduled.controller.js';

@Module({ controllers: [ScheduledController] })
export class ScheduledModule {}
