// Queries about saved views.
import { Module } from '@nestjs/common';
import { ListOwnViewsHandler } from './list-own-views.handler.js';
import { ListSavedViewsHandler } from './list-saved-views.handler.js';

@Module({ providers: [ListOwnViewsHandler, ListSavedViewsHandler] })
export class SavedViewQueriesModule {}
