import { Module } from '@nestjs/common';
import { ApplicationImporter } from './application-importer.js';
import { ApplicationImportsModule } from './application-imports.module.js';

@Module({ imports: [ApplicationImportsModule], providers: [ApplicationImporter] })
export class ApplicationImporterModule {}
