/** By name, so that the bundler leaves out what of the library is not used: `import()` of the whole would keep everything. */
export { io } from 'socket.io-client';
