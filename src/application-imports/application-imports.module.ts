import { Module } from '@nestjs/common';
import { ApplicationImports } from './application-imports.js';

@Module({ providers: [ApplicationImports], exports: [ApplicationImports] })
export class ApplicationImportsModule {}
