import { Module } from '@nestjs/common';
import { FindPeopleHandler } from './find-people.handler.js';

@Module({ providers: [FindPeopleHandler] })
export class SearchQueriesModule {}
