import { type ChallengeMode, contestRules, contestSettingsRules, type ContestStatus } from '@abato/contracts';
import { Picture } from '../http/picture.decorator.js';
import { Rule } from '../http/rule.decorator.js';

/** Fields of a multipart contest form. */
export const contestFormRules = { ...contestRules, ...contestSettingsRules };

const start = { example: '2026-12-01T18:00:00.000Z' };
const end = { example: '2026-12-31T23:59:59.000Z' };

export class CreateContestDto {
  @Rule(contestRules.hostId) hostId!: string;
  @Rule(contestRules.title, { example: 'Song of the Year 2026' }) title!: string;
  @Rule(contestRules.description, { example: 'Vote for the song that moved you most.' }) description!: string;
  @Rule(contestRules.startDate, start) startDate!: string;
  @Rule(contestRules.endDate, end) endDate!: string;
  @Rule(contestRules.votePrice, { example: 1 }) votePrice?: number;
  @Rule(contestRules.freeVotesPerHour, { example: 10 }) freeVotesPerHour?: number;
  @Rule(contestRules.freeVotesPerDevice, { example: 30 }) freeVotesPerDevice?: number;
  @Rule(contestRules.challenge, { example: 'AUTO' }) challenge?: ChallengeMode;
  @Rule(contestRules.retentionMonths, { example: 6 }) retentionMonths?: number;
  @Rule(contestSettingsRules.showResults, { example: true }) showResults?: boolean;
  @Picture() banner?: Buffer;
}

export class UpdateContestDto {
  @Rule(contestRules.hostId, { optional: true }) hostId?: string;
  @Rule(contestRules.title, { optional: true, example: 'Song of the Year 2026' }) title?: string;
  @Rule(contestRules.description, { optional: true, example: 'Vote for the song that moved you most.' })
  description?: string;
  @Rule(contestRules.startDate, { optional: true, ...start }) startDate?: string;
  @Rule(contestRules.endDate, { optional: true, ...end }) endDate?: string;
  @Rule(contestRules.votePrice, { optional: true, example: 1 }) votePrice?: number;
  @Rule(contestRules.freeVotesPerHour, { optional: true, example: 10 }) freeVotesPerHour?: number;
  @Rule(contestRules.freeVotesPerDevice, { optional: true }) freeVotesPerDevice?: number;
  @Rule(contestRules.challenge, { optional: true }) challenge?: ChallengeMode;
  @Rule(contestRules.retentionMonths, { optional: true }) retentionMonths?: number;
  @Rule(contestSettingsRules.showResults, { optional: true }) showResults?: boolean;
  @Rule(contestSettingsRules.status, { optional: true, example: 'ACTIVE' }) status?: ContestStatus;
  @Picture() banner?: Buffer;
}
