import { Module } from '@nestjs/common';
import { MapProcessHandler } from './map-process.handler.js';

@Module({ providers: [MapProcessHandler] })
export class ProcessMapQueriesModule {}
