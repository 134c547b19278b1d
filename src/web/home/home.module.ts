// What waits for a person, what changed, the search, and the first page of an application.
import { Module } from '@nestjs/common';
import { SearchController } from './search.controller.js';
import { WaitingController } from './waiting.controller.js';
import { ChangesController } from './changes.controller.js';
import { ApplicationsController } from './applications.controller.js';

@Module({ controllers: [SearchController, WaitingController, ChangesController, ApplicationsController] })
export class HomeModule {}
