import { Module } from '@nestjs/common';
import { FindPublishedApplicationsHandler } from './find-published-applications.handler.js';

@Module({ providers: [FindPublishedApplicationsHandler] })
export class SpecificationQueriesModule {}
