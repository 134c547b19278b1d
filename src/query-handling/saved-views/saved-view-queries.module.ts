// Queries about saved views.
import { Module } from '@nestjs/common';
import { ListSavedViewsHandler } from './list-saved-views.handler.js';

@Module({ providers: [ListSavedViewsHandler] })
export class SavedViewQueriesModule {}
