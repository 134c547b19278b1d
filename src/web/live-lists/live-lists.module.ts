import { Module } from '@nestjs/common';
import { LiveListsController } from './live-lists.controller.js';
import { LiveLists } from './live-lists.js';

@Module({ controllers: [LiveListsController], providers: [LiveLists] })
export class LiveListsModule {}
