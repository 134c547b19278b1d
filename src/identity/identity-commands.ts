import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sendCommand } from '../command-handling/send-command.js';
import type { Command } from '../domain/command.js';
import type { EventStore } from '../event-store/event-store.js';
import { EVENT_STORE } from '../ports/storage-tokens.js';
import { PROJECTION_PROGRESS } from '../query-handling/query-dependencies.js';
import type { ProjectionProgress } from '../query-handling/projection-progress.js';

const PATIENCE_MS = 2_000;

@Injectable()
export class IdentityCommands {
  constructor(
    private readonly bus: CommandBus,
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'head'>,
    @Inject(PROJECTION_PROGRESS) private readonly readModels: Pick<ProjectionProgress, 'waitFor'>,
  ) {}

  async send<Result>(command: Command<unknown, Result>): Promise<Result> {
    return sendCommand(this.bus, command);
  }

  /** false if the bounded wait ends first. */
  async waitFor(position: number): Promise<boolean> {
    return this.readModels.waitFor(position, PATIENCE_MS, ['people']);
  }

  /** Lets a person who was just registered sign in. */
  async waitForHead(): Promise<void> {
    await this.waitFor(await this.store.head());
  }
}
