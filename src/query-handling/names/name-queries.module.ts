import { Module } from '@nestjs/common';
import { FindNamesHandler } from './find-names.handler.js';

@Module({ providers: [FindNamesHandler] })
export class NameQueriesModule {}
