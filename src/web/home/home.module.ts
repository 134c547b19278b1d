import { Module } from '@nestjs/common';
import { SearchController } from './search.controller.js';
import { WaitingController } from './waiting.controller.js';
import { ChangesController } from './changes.controller.js';
import { ApplicationStartController } from './application-start.controller.js';

@Module({ controllers: [SearchController, WaitingController, ChangesController, ApplicationStartController] })
export class HomeModule {}
