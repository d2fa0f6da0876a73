/* For tests under old versions of Wine, which lack this library of Windows 10:
   the one function of it that Go programs need. It is in no package. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID data, ULONG length); /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
	return SystemFunction036(data, (ULONG)length);
}
