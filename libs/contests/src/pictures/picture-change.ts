/** What an update does with a picture: a new one, null to remove the old one, or undefined to keep it. A new picture wins. */
export function pictureChange(
  picture: Buffer | null | undefined,
  isRemoved: boolean | undefined,
): Buffer | null | undefined {
  return picture ?? (picture === null || isRemoved ? null : undefined);
}
