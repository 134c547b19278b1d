import { Module } from '@nestjs/common';
import { CountRecordsHandler } from './count-records.handler.js';
import { ExportRecordsHandler } from './export-records.handler.js';
import { FindListedHandler } from './find-listed.handler.js';
import { FindMatchingRecordsHandler } from './find-matching-records.handler.js';
import { ListBoardRecordsHandler } from './list-board-records.handler.js';
import { ListFacetsHandler } from './list-facets.handler.js';
import { ListRecentChoicesHandler } from './list-recent-choices.handler.js';
import { ListRecordsHandler } from './list-records.handler.js';
import { SearchRecordsHandler } from './search-records.handler.js';

@Module({
  providers: [
    CountRecordsHandler,
    ExportRecordsHandler,
    FindListedHandler,
    FindMatchingRecordsHandler,
    ListBoardRecordsHandler,
    ListFacetsHandler,
    ListRecentChoicesHandler,
    ListRecordsHandler,
    SearchRecordsHandler,
  ],
})
export class ListQueriesModule {}
