import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { RecordUpgrader } from './record-upgrader.js';

@Module({ imports: [CommandHandlingModule], providers: [RecordUpgrader] })
export class UpgradesModule {}
