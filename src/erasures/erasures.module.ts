import { Module } from '@nestjs/common';
import { ErasureFinisher } from './erasure-finisher.js';

@Module({ providers: [ErasureFinisher] })
export class ErasuresModule {}
