import { Module } from '@nestjs/common';
import { Uploads } from './file-uploads.js';

@Module({ providers: [Uploads], exports: [Uploads] })
export class UploadsModule {}
