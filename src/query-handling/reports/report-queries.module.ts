import { Module } from '@nestjs/common';
import { ComputeReportHandler } from './compute-report.handler.js';

@Module({ providers: [ComputeReportHandler] })
export class ReportQueriesModule {}
