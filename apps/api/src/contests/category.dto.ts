import { categoryRules } from '@abato/contracts';
import { Rule } from '../http/rule.decorator.js';

export class CreateCategoryDto {
  @Rule(categoryRules.contestId) contestId!: string;
  @Rule(categoryRules.name, { example: 'Best New Artist' }) name!: string;
  @Rule(categoryRules.description, { example: 'Artists whose first single came out this year.' })
  description!: string;
  @Rule(categoryRules.order, { example: 0 }) order?: number;
}

export class UpdateCategoryDto {
  @Rule(categoryRules.contestId, { optional: true }) contestId?: string;
  @Rule(categoryRules.name, { optional: true, example: 'Best New Artist' }) name?: string;
  @Rule(categoryRules.description, {
    optional: true,
    example: 'Artists whose first single came out this year.',
  })
  description?: string;
  @Rule(categoryRules.order, { optional: true }) order?: number;
}
