import { bucketUrlOf, readListing } from './s3-file-store.js';

it.each([
  ['https://s3.eu-west-1.amazonaws.com', true, 'https://s3.eu-west-1.amazonaws.com/pictures/'],
  ['https://s3.eu-west-1.amazonaws.com/', false, 'https://pictures.s3.eu-west-1.amazonaws.com/'],
  ['http://minio:9000/base', true, 'http://minio:9000/base/pictures/'],
  ['https://store.example:8443', false, 'https://pictures.store.example:8443/'],
])('the address of a bucket at %s with the bucket in the path: %s', (endpoint, pathStyle, address) =>
  expect(bucketUrlOf({ endpoint, bucket: 'pictures', pathStyle }).href).toBe(address),
);

const page = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</ListBucketResult>`;

it('a listing of an S3-compatible store names its objects with their times, and the way to the next page', () => {
  const xml =
    page(`<Name>b</Name><Prefix>uploads/</Prefix><KeyCount>2</KeyCount><IsTruncated>true</IsTruncated>
      <Contents><Key>uploads/a-640.webp</Key><LastModified>2026-11-21T10:00:00.000Z</LastModified><ETag>&quot;x&quot;</ETag></Contents>
      <Contents>
        <LastModified>2026-11-20T10:00:00Z</LastModified>
        <Key>uploads/&lt;&amp;amp;&gt;</Key>
      </Contents>
      <NextContinuationToken>1/a&amp;b==</NextContinuationToken>`);
  expect(readListing(xml)).toEqual({
    objects: [
      { key: 'uploads/a-640.webp', modified: new Date('2026-11-21T10:00:00Z') },
      { key: 'uploads/<&amp;>', modified: new Date('2026-11-20T10:00:00Z') },
    ],
    next: '1/a&b==',
  });
});

it('a listing of an S3-compatible store ends where the store says so, also when it repeats a token', () => {
  const last = '<IsTruncated>false</IsTruncated><NextContinuationToken>x</NextContinuationToken>';
  expect(readListing(page(last))).toEqual({ objects: [], next: undefined });
});

it('a listing of an S3-compatible store leaves out objects without a time, because their age is unknown', () =>
  expect(
    readListing(page('<Contents><Key>a</Key><LastModified>soon</LastModified></Contents>')).objects,
  ).toEqual([]));

it('a listing of an S3-compatible store is not taken from an error page', () =>
  expect(() => readListing('<html>Welcome</html>')).toThrow('something else than a listing'));
