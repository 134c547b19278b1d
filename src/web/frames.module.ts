// Frames for everything that shows pages, reading or writing.
import { Global, Module } from '@nestjs/common';
import { Frames } from './frames.js';

@Global()
@Module({ providers: [Frames], exports: [Frames] })
export class FramesModule {}
