/** Files of a folder, as a person chooses or drops it. @typedef {{ path: string, file: File }} Chosen */

/** @param {FileList} list @returns {Chosen[]} */
export const chosenFiles = (list) =>
  [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** @param {DataTransfer} dropped @returns {Promise<Chosen[]>} */
export async function droppedFiles(dropped) {
  // All at once: after the first wait the browser has forgotten them.
  const entries = [...dropped.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

async function filesBelow(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath, file }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    // A folder is read in parts, until a part is empty.
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return found;
    for (const one of some) found.push(...(await filesBelow(one)));
  }
}
