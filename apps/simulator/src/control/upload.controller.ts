import { Body, Controller, Get, HttpCode, Param, Put } from '@nestjs/common';
import { ControlError } from '../core/errors.js';

/** Where the signed addresses of disputes lead: the provider's store of files, which asks for no key. */
@Controller('simulator/uploads')
export class UploadController {
  private readonly files = new Map<string, Buffer>();

  @Put(':name')
  @HttpCode(200)
  put(@Param('name') name: string, @Body() body: unknown): string {
    this.files.set(name, Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)));
    return '';
  }

  /** What was uploaded, for tests. */
  @Get(':name')
  show(@Param('name') name: string): unknown {
    const file = this.files.get(name);
    if (!file) throw new ControlError(404, `No file has the name ${name}`);
    return { bytes: file.length, base64: file.toString('base64') };
  }
}
