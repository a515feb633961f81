import 'reflect-metadata';
import { Body, Controller, Injectable, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsEmail, IsInt, IsOptional, IsString, IsUUID, Matches, Min } from 'class-validator';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';

/**
 * The textbook: what most tutorials would build for the same task, on the same framework and the same servers. Per vote a
 * transaction that inserts a row and raises a counter, one queue job, one message to the viewers. The yardstick of the
 * benchmarks; no part of the product.
 */

@Entity('textbook_votes')
class TextbookVote {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('uuid', { name: 'contestant_id' }) contestantId!: string;
  @Column('int', { name: 'vote_count' }) voteCount!: number;
  @Column('text', { name: 'voter_name', nullable: true }) voterName!: string | null;
  @Column('text', { name: 'voter_phone' }) voterPhone!: string;
}

@Entity('textbook_contestants')
class TextbookContestant {
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') votes!: string;
}

class CastDto {
  @IsUUID() contestId!: string;
  @IsUUID() categoryId!: string;
  @IsUUID() contestantId!: string;
  @IsInt() @Min(1) voteCount!: number;
  @IsOptional() @IsString() voterName?: string;
  @IsOptional() @IsEmail() voterEmail?: string;
  @Matches(/^(\+233|0)[2-5]\d{8}$/) voterPhone!: string;
}

const url = process.env['DATABASE_URL'] ?? '';
const source = new DataSource({
  type: 'postgres',
  url,
  entities: [TextbookVote, TextbookContestant],
  poolSize: Number(process.env['TEXTBOOK_POOL'] ?? 20),
});
const redis = new Redis(process.env['REDIS_URL'] ?? '', { maxRetriesPerRequest: null });
const queue = new Queue('textbook', { connection: redis });

@Injectable()
class CastService {
  io!: Server;

  async cast(vote: CastDto): Promise<{ id: string; status: string }> {
    const id = crypto.randomUUID();
    await source.transaction(async (manager) => {
      await manager.insert(TextbookVote, { id, ...vote });
      await manager.increment(TextbookContestant, { id: vote.contestantId }, 'votes', vote.voteCount);
    });
    await queue.add('counted', { id }, { removeOnComplete: true });
    this.io.to(vote.contestId).emit('vote', { contestantId: vote.contestantId, votes: vote.voteCount });
    return { id, status: 'COMPLETED' };
  }
}

@Controller('votes')
class CastController {
  constructor(private readonly service: CastService) {}

  @Post('cast')
  async cast(@Body() vote: CastDto): Promise<object> {
    return { success: true, data: await this.service.cast(vote) };
  }
}

@Module({ controllers: [CastController], providers: [CastService] })
class TextbookModule {}

await source.initialize();
await source.query(
  `CREATE TABLE IF NOT EXISTS textbook_contestants (id uuid PRIMARY KEY, votes bigint NOT NULL DEFAULT 0)`,
);
await source.query(`CREATE TABLE IF NOT EXISTS textbook_votes (id uuid PRIMARY KEY, contest_id uuid NOT NULL, contestant_id uuid NOT NULL,
  vote_count int NOT NULL, voter_name text, voter_phone text NOT NULL, created_at timestamptz NOT NULL DEFAULT now())`);
await source.query('CREATE INDEX IF NOT EXISTS textbook_votes_contest ON textbook_votes (contest_id)');
await source.query('INSERT INTO textbook_contestants (id) SELECT id FROM contestants ON CONFLICT DO NOTHING');
const app = await NestFactory.create<NestFastifyApplication>(TextbookModule, new FastifyAdapter(), {
  logger: false,
});
app.setGlobalPrefix('api');
app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
await app.listen(Number(process.env['PORT']), '127.0.0.1');
const io = new Server(app.getHttpServer());
io.on('connection', (socket) => {
  socket.on('contest:watch', (message: { contestId: string }, ack?: (answer: object) => void) => {
    void socket.join(message.contestId);
    ack?.({ ok: true });
  });
});
app.get(CastService).io = io;
process.send?.({ type: 'ready' });
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
