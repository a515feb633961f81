/** A mistake that the person in front of the screen can do something about: shown as its sentence, without a stack. */
export class Problem extends Error {
  override name = 'Problem';
}
